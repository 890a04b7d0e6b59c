const charactersPerToken = 4

/** Said with every number: no model counted these. */
export const estimateLabel = 'no model, estimated from text length'

/**
 * Estimates tokens from the texts that went to and fro: what is new to the agent counts as input, what it was told
 * before as read from a cache, what it says and asks for as output. There is no price: nothing was paid.
 */
export function createUsageMeter(prompt) {
  let context = 0
  let heard = prompt.length
  let said = 0
  return {
    hear: (text) => {
      heard += text.length
    },
    say: (text) => {
      said += text.length
    },
    /** The usage of the response that ends here. */
    take: () => {
      const usage = {
        input_tokens: tokens(heard),
        output_tokens: tokens(said),
        cache_read_tokens: tokens(context),
        cost_usd: null,
      }
      context += heard + said
      heard = 0
      said = 0
      return usage
    },
  }
}

function tokens(characters) {
  return Math.ceil(characters / charactersPerToken)
}

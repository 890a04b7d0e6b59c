import type { BoxRequest } from '../backend'
import type { Mount } from '../box'

/**
 * firejail shows a place of the host under its own path alone, unless root asks. So a bridge is seen at its source, and
 * what the session says of the bridge's target, in the command in front and in the variables, is said of the source.
 */
export function atTheirSource(request: BoxRequest): BoxRequest {
  const { bridges = [], entry, variables } = request
  const moved = bridges.filter(({ source, target }) => source !== target)
  if (moved.length === 0) return request
  const say = (text: string): string => moved.reduce(sayOne, text)
  return {
    ...request,
    bridges: bridges.map((bridge) => ({ ...bridge, target: bridge.source })),
    ...(entry === undefined ? {} : { entry: entry.map(say) }),
    ...(variables === undefined
      ? {}
      : {
          variables: Object.fromEntries(Object.entries(variables).map(([name, text]) => [name, say(text)])),
        }),
  }
}

/** Where the target stands as a whole path or at the start of one, also behind a `=` as in `3128=/run/…`. */
function sayOne(text: string, { source, target }: Mount): string {
  const at = text.startsWith(target) ? 0 : text.indexOf(`=${target}`) + 1
  if (at === 0 && !text.startsWith(target)) return text
  const rest = text.slice(at + target.length)
  return rest === '' || rest.startsWith('/') ? `${text.slice(0, at)}${source}${rest}` : text
}

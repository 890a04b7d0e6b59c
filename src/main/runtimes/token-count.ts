import { countSchema } from '../../shared'

/** A program that claims more tokens than this is not believed: the line stays as it came, as an unknown one (I11). */
const mostTokens = 1e12

export const tokenCountSchema = countSchema.max(mostTokens)

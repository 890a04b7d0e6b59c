import { firstLine } from '../../lib/format'
import { stripAnsi } from './ansi'

/** The first line of a prompt or message as a title: without the marks of code and emphasis. */
export function plainTitle(text: string, max = 120): string {
  return firstLine(
    stripAnsi(text).replace(/`([^`\n]+)`|\*\*([^*\n]+)\*\*/g, (_, code, strong) => code ?? strong),
    max,
  )
}

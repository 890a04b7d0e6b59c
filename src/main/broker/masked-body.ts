import type { EventBody, EventOf } from '../../shared'
import { boundError, boundErrorText, maskParts, type RunMasker, redactCut, type SecretPart } from '../log'
import { maskLine, readLine } from './native-line'

/**
 * An event as it is recorded: masked, errors' texts bounded, and of a text that its parser may have cut no half of a
 * secret left. `parts`: what is known of its text beyond what it shows by itself.
 */
export function maskBody(redactor: RunMasker, body: EventBody, parts: readonly SecretPart[]): EventBody {
  const { redactValue } = redactor
  switch (body.type) {
    case 'agent.message':
    case 'agent.thinking':
      return redactValue({ ...body, text: maskParts(body.text, parts) })
    case 'agent.unknown': {
      const line = readLine(body.line)
      return {
        ...body,
        line:
          line.value === undefined
            ? redactCut(maskParts(body.line, parts), redactor)
            : maskLine(redactor, line, parts),
        reason: redactCut(body.reason, redactor),
      }
    }
    case 'agent.notice':
      return { ...body, text: redactCut(body.text, redactor) }
    case 'agent.retrying':
      return { ...body, message: redactCut(body.message, redactor) }
    case 'permission.denied': {
      const { reason, ...rest } = body
      return { ...redactValue(rest), reason: reason === null ? null : redactCut(reason, redactor) }
    }
    case 'retry.scheduled':
      return { ...body, message: boundErrorText(body.message, redactor) }
    case 'session.finished': {
      const { error, ...rest } = body
      return { ...redactValue(rest), error: error === null ? null : boundError(error, redactor) }
    }
    default:
      return redactValue(body)
  }
}

/** What stands at the end of a prompt of which the rest is not kept. */
export const cutPromptMark = ' … [cut by Glovebox]'

/** How a session begins: ids, ceilings and kinds stay as they are, all that someone wrote is masked. */
export function maskStart(
  redactor: Pick<RunMasker, 'redact' | 'createStream'>,
  body: EventOf<'session.started'>,
): EventOf<'session.started'> {
  const { redact } = redactor
  const { projectName, projectPath, variant, prompt, outputSchema } = body
  return {
    ...body,
    projectName: redact(projectName),
    projectPath: redact(projectPath),
    variant: variant === null ? null : redact(variant),
    prompt: prompt.endsWith(cutPromptMark) ? redactCut(prompt, redactor) : redact(prompt),
    ...(outputSchema === undefined ? {} : { outputSchema: redact(outputSchema) }),
  }
}

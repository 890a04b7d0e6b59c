import { createHash } from 'node:crypto'
import type { EventBody, EventOf, FrameView } from '../../shared'
import { canonicalArguments, normaliseTarget, normaliseText } from './align/normalise'
import { makeStep, type Step, type StepTool } from './align/step'

const maxHead = 16 * 1024
const maxTail = 4 * 1024
const openingLength = 60

/** Gathers one frame's events into a step. Memory is bounded however much a tool prints. */
export type StepBuilder = { readonly add: (body: EventBody) => void; readonly build: () => Step }

type OpenTool = {
  readonly call: EventOf<'tool.called'>
  readonly output: ReturnType<typeof boundedText>
  failed: boolean
}

export function createStepBuilder(frame: FrameView): StepBuilder {
  const text = boundedText()
  const tools = new Map<string, OpenTool>()
  const changes: string[] = []

  return {
    add: (body) => {
      switch (body.type) {
        case 'agent.message':
          text.add(`${body.text}\n`)
          return
        case 'tool.called':
          tools.set(body.callId, { call: body, output: boundedText(), failed: false })
          return
        case 'tool.output':
          tools.get(body.callId)?.output.add(body.text)
          return
        case 'tool.finished': {
          const tool = tools.get(body.callId)
          if (tool === undefined) return
          tool.failed = body.failed
          tool.output.add(body.output ?? '')
          return
        }
        case 'file.changed':
          changes.push([body.change, body.oldPath, body.path, body.after?.hash, body.after?.mode].join(' '))
          return
        default:
      }
    },
    build: () => {
      const said = normaliseText(text.value()).replace(/\s+/g, ' ')
      return makeStep({
        tools: [...tools.values()].map(stepTool),
        text: digest(said),
        changes: digest(changes.sort().join('\n')),
        opening: opening(said === '' ? frame.title : said),
      })
    },
  }
}

/** A step from a frame's summary alone, where its events are too many to be read. */
export function stepOfSummary(frame: FrameView): Step {
  const tools = frame.tools.map(
    ({ kind, target, failed }): StepTool => ({
      kind,
      target: normaliseTarget(target ?? '', kind),
      args: '',
      result: '',
      failed: failed === true,
    }),
  )
  const changes = frame.changes.map(({ change, path, additions, deletions }) =>
    [change, path, additions, deletions].join(' '),
  )
  const said = normaliseText(frame.title)
  return makeStep({ tools, text: digest(said), changes: digest(changes.join('\n')), opening: opening(said) })
}

function stepTool({ call, output, failed }: OpenTool): StepTool {
  return {
    kind: call.kind === 'other' ? call.tool : call.kind,
    target: normaliseTarget(call.target ?? '', call.kind),
    args: digest(canonicalArguments(call.input)),
    result: digest(normaliseText(output.value())),
    failed,
  }
}

function opening(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, openingLength)
}

function digest(text: string): string {
  return text === '' ? '' : createHash('sha256').update(text).digest('base64url').slice(0, 22)
}

/** Text that keeps its beginning and its end, and says how much it left out between. */
function boundedText() {
  let head = ''
  let tail = ''
  let omitted = 0
  return {
    add: (text: string) => {
      const room = maxHead - head.length
      head += text.slice(0, room)
      tail += text.slice(Math.max(0, room))
      if (tail.length <= maxTail) return
      omitted += tail.length - maxTail
      tail = tail.slice(-maxTail)
    },
    value: () => (omitted === 0 ? head + tail : `${head}\n<${omitted}>\n${tail}`),
  }
}

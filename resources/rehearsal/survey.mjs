import { walkFiles } from './walk.mjs'

export const summaryFile = 'GLOVEBOX-SURVEY.md'
const marks = ['TODO', 'FIXME', 'XXX']
const listed = 10

/**
 * What is played on any repository that no scenario was written for: counts files and lines, lists the largest and the
 * open marks, and writes a summary where the run may create files. It changes nothing else.
 */
export async function* surveyFrames({ mirror, prompt, capabilities, instead }) {
  yield { steps: opening({ prompt, capabilities, instead }) }
  if (!capabilities.has('read_tracked_files')) return

  let census = emptyCensus()
  const count = async () => {
    census = await takeCensus(mirror.folder)
    return byType(census)
  }
  yield {
    steps: [
      { say: 'First an overview: how many files there are, and of what type.' },
      { search: 'files by type', tool: 'Count', find: count },
    ],
  }
  const [first] = census.documents
  if (first !== undefined) yield { steps: [{ say: `What does ${first} say?` }, { read: first }] }
  yield {
    steps: [
      { say: 'Now the largest files, and the marks that people left for later.' },
      { search: 'largest files', tool: 'Count', find: async () => largest(census) },
      { search: marks.join(', '), find: async () => openMarks(census) },
    ],
  }
  yield {
    steps: [
      { say: 'That is enough for a summary. I write it to a new file.', when: ['can:create_files'] },
      { create: summaryFile, text: summary(census), id: 'summary', when: ['can:create_files'] },
    ],
  }
  const short = `${census.files} files, ${census.lines} lines of text, ${census.marks.length} open marks.`
  yield {
    steps: [
      { final: `${short} The summary is in ${summaryFile}; nothing else was changed.`, when: ['ok:summary'] },
      {
        final: `${short} I wrote no summary: this run may not create files, or ${summaryFile} is there already.\n\n${summary(census)}`,
        when: ['failed:summary'],
      },
    ],
  }
}

function opening({ prompt, capabilities, instead }) {
  const task =
    prompt === ''
      ? ''
      : ` The task was: ${quote(prompt)}. I note it, but no model is asked, so I can't work on it.`
  const why =
    instead === null
      ? 'I rehearse a survey of this repository.'
      : `The scenario “${instead}” is written for the sample repository only. Here I rehearse a survey instead.`
  if (!capabilities.has('read_tracked_files'))
    return [{ say: why }, { final: 'This run may not read files, so there was nothing to do.' }]
  return [{ say: why + task }]
}

function quote(text) {
  const line = text.replace(/\s+/g, ' ').trim()
  return `“${line.length > 120 ? `${line.slice(0, 120)}…` : line}”`
}

function emptyCensus() {
  return { files: 0, lines: 0, bytes: 0, types: new Map(), largest: [], marks: [], documents: [] }
}

async function takeCensus(folder) {
  const census = emptyCensus()
  for await (const { path, size, readLines } of walkFiles(folder)) {
    const lines = await readLines()
    census.files += 1
    census.lines += lines.length
    census.bytes += size
    countType(census.types, path, lines.length)
    keepLargest(census.largest, { path, size })
    if (/^readme(?:\.(?:md|txt|rst))?$/i.test(path)) census.documents.push(path)
    lines.forEach((line, index) => {
      const mark = marks.find((each) => line.includes(each))
      if (mark !== undefined) census.marks.push(`${path}:${index + 1}: ${line.trim().slice(0, 120)}`)
    })
  }
  return census
}

function countType(types, path, lines) {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const dot = name.lastIndexOf('.')
  const type = dot > 0 ? name.slice(dot) : '(none)'
  const known = types.get(type) ?? { files: 0, lines: 0 }
  types.set(type, { files: known.files + 1, lines: known.lines + lines })
}

function keepLargest(list, file) {
  list.push(file)
  list.sort((a, b) => b.size - a.size)
  list.length = Math.min(list.length, listed)
}

function typeRows(census) {
  const rows = [...census.types].sort(([, a], [, b]) => b.files - a.files || b.lines - a.lines)
  return rows.slice(0, 20)
}

function byType(census) {
  const rows = typeRows(census).map(([type, { files, lines }]) => `${type}: ${files} files, ${lines} lines`)
  return [...rows, `${census.files} files, ${census.lines} lines, ${census.bytes} bytes in all`].join('\n')
}

function largest(census) {
  return census.largest.map(({ path, size }) => `${path}: ${size} bytes`).join('\n') || 'There are no files.'
}

function openMarks(census) {
  const rows = census.marks.slice(0, 50)
  return rows.length === 0 ? 'Nothing found.' : [...rows, `${census.marks.length} found.`].join('\n')
}

function summary(census) {
  const rows = typeRows(census).map(([type, { files, lines }]) => `| ${type} | ${files} | ${lines} |`)
  return [
    '# Survey',
    '',
    `${census.files} files, ${census.lines} lines of text, ${census.bytes} bytes.`,
    '',
    '| type | files | lines |',
    '| --- | ---: | ---: |',
    ...rows,
    '',
    '## Largest files',
    '',
    ...census.largest.map(({ path, size }) => `- ${path} (${size} bytes)`),
    '',
    '## Open marks',
    '',
    ...(census.marks.length === 0 ? ['None.'] : census.marks.slice(0, 20).map((mark) => `- ${mark}`)),
    '',
    'Written by the Rehearsal agent of Glovebox. No model was asked.',
    '',
  ].join('\n')
}

import type { Measure } from './measure'

const widths = { name: 26, value: 12, unit: 9, ratio: 8 } as const

export function tableHead(): string {
  return line({ name: 'measure', value: 'value', unit: 'unit', ratio: 'ratio', anchor: 'held against' })
}

/** A measure as a line of the table; figures are printed as they come, so that a long run shows where it is. */
export function tableLine({ name, value, unit, ratio, anchor }: Measure): string {
  return line({
    name,
    value: figure(value),
    unit,
    ratio: ratio === null ? '' : `${ratio.toFixed(2)} ×`,
    anchor,
  })
}

function line(cells: Readonly<Record<keyof typeof widths | 'anchor', string>>): string {
  return [
    cells.name.padEnd(widths.name),
    cells.value.padStart(widths.value),
    cells.unit.padEnd(widths.unit),
    cells.ratio.padStart(widths.ratio),
    cells.anchor,
  ].join('  ')
}

function figure(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3)
}

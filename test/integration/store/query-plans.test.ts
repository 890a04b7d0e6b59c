import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { storePaths } from '../../../src/main/store'
import { noLog } from '../../../src/main/store/log'
import { createTableReaders } from '../../../src/main/store/tables'
import { openTestStore } from './helpers'

/** Tables of a few rows, and what the clean-up asks in the background about each session once. */
const wholeByIntent = [
  / FROM projects ORDER BY/,
  / FROM sqlite_sequence /,
  /SELECT DISTINCT lower\(hex\(base_tree\)\)/,
]
/** Reading one row, or counting by an index, or walking the list that was asked about. */
const fine = /^SCAN (settings|asked|sessions USING COVERING INDEX)/

it('no query reads a whole table of sessions, events or content, nor sorts one', () => {
  const store = openTestStore()
  const db = new Sqlite(storePaths(store.folder).database, { readonly: true })
  const prepare = db.prepare.bind(db)
  const statements: string[] = []
  const spy = new Proxy(db, {
    get: (target, name) =>
      name === 'prepare'
        ? (sql: string) => {
            statements.push(sql)
            return prepare(sql)
          }
        : Reflect.get(target, name, target),
  })
  createTableReaders(spy, noLog)
  const plans = statements
    .filter((sql) => !wholeByIntent.some((pattern) => pattern.test(sql)))
    .map((sql) => ({
      sql,
      scans: prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
        .all(...parametersOf(sql))
        .map(({ detail }) => detail)
        .filter((detail) => /SCAN|TEMP B-TREE/.test(detail) && !fine.test(detail)),
    }))
  db.close()
  expect(plans.length).toBeGreaterThan(30)
  expect(plans.filter(({ scans }) => scans.length > 0)).toEqual([])
})

function parametersOf(sql: string): unknown[] {
  const named = [...sql.matchAll(/:(\w+)/g)].map(([, name]) => [name ?? '', 1] as const)
  return named.length > 0 ? [Object.fromEntries(named)] : [...sql.matchAll(/\?/g)].map(() => 1)
}

/** Run by a Node or an Electron as `<program> --expose-gc sqlite-proof.cjs <binding>`: exits 0 if the binding works. */
const Database = require('better-sqlite3')

const nativeBinding = process.argv[2]
const open = () => new Database(':memory:', { nativeBinding })

const db = open()
db.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT, bytes BLOB)')
const insert = db.prepare('INSERT INTO t (text, bytes) VALUES (?, ?)')
db.transaction(() => {
  for (let i = 0; i < 10_000; i++) insert.run(`row ü ${i}`, Buffer.from([i & 255]))
})()
db.function('plus', (value) => value + 1)
db.aggregate('total', { start: 0, step: (sum, value) => sum + value })
for (let i = 1; i < 3_000; i++) {
  db.prepare('SELECT * FROM t WHERE id = ?').get(i)
  if (i % 500 === 0) globalThis.gc()
}
for (let i = 0; i < 50; i++) open().prepare('SELECT 1').get()
globalThis.gc()
globalThis.gc()
const { n, sum } = db.prepare('SELECT count(*) AS n, total(plus(id)) AS sum FROM t').get()
process.exitCode = n === 10_000 && sum === 50_015_000 ? 0 : 1

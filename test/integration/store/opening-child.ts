import { openStore } from '../../../src/main/store'

/** Opens the store in the folder that is given and prints what came of it: `ok`, or the error as JSON. */
const opened = openStore({ folder: process.argv[2] ?? '', nativeBinding: null, now: Date.now })
process.stdout.write(opened.ok ? 'ok' : JSON.stringify(opened.error))
if (opened.ok) opened.value.close()

import { setImmediate } from 'node:timers/promises'

const hashLength = 64
const sliceBytes = 256 * 1024

/**
 * Takes every SHA-256 in hex that `bytes` holds, whatever the text around it, so that no change of a manifest's format
 * makes the collector miss a reference. Gives the main loop room between slices.
 */
export async function eachHash(bytes: Buffer, take: (hash: string) => void): Promise<void> {
  for (let from = 0; from < bytes.length; from += sliceBytes) {
    // Slices overlap by a hash less one character: what lies across the border is found in the second of them.
    const slice = bytes.toString('latin1', from, from + sliceBytes + hashLength - 1)
    for (const [hash] of slice.matchAll(/[0-9a-f]{64}/g)) take(hash)
    await setImmediate()
  }
}

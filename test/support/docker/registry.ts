import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

/** A registry with one image of one layer (Docker Registry HTTP API V2), on the loopback address. */
export async function startRegistry(
  layerTar: Buffer,
): Promise<{ readonly ref: string; readonly close: () => void }> {
  const digest = (bytes: Buffer): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`
  const layer = gzipSync(layerTar)
  const machine = process.arch === 'arm64' ? 'arm64' : 'amd64'
  const config = Buffer.from(
    JSON.stringify({
      architecture: machine,
      os: 'linux',
      config: { Env: ['PATH=/usr/bin:/bin'] },
      rootfs: { type: 'layers', diff_ids: [digest(layerTar)] },
    }),
  )
  const type = 'application/vnd.docker.distribution.manifest.v2+json'
  const manifest = Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: type,
      config: {
        mediaType: 'application/vnd.docker.container.image.v1+json',
        size: config.length,
        digest: digest(config),
      },
      layers: [
        {
          mediaType: 'application/vnd.docker.image.rootfs.diff.tar.gzip',
          size: layer.length,
          digest: digest(layer),
        },
      ],
    }),
  )
  const blobs = new Map([config, layer].map((bytes) => [digest(bytes), bytes]))
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    const blob = blobs.get(path.split('/blobs/')[1] ?? '')
    const body = /\/manifests\//.test(path) ? manifest : blob
    response.setHeader('docker-distribution-api-version', 'registry/2.0')
    if (path === '/v2/') return response.end('{}')
    if (body === undefined) {
      response.statusCode = 404
      return response.end('{"errors":[]}')
    }
    response.setHeader('content-type', body === manifest ? type : 'application/octet-stream')
    response.setHeader('docker-content-digest', digest(body))
    response.setHeader('content-length', body.length)
    return request.method === 'HEAD' ? response.end() : response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { ref: `127.0.0.1:${port}/tiny:1`, close: () => server.close() }
}

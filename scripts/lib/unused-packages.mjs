/**
 * What dockerode would bring along and Glovebox has no use for: a client for ssh with compiled parts (the system's own
 * ssh is used), and BuildKit's sessions over gRPC. In the bundle each is an empty module.
 */
const unused = new Set(['ssh2', '@grpc/grpc-js', '@grpc/proto-loader', 'protobufjs'])
const emptyModule = '\0glovebox-unused-package'

/** A plugin of Vite's for every bundle that main's code is in. */
export const withoutUnusedPackages = () => ({
  name: 'without-unused-packages',
  enforce: 'pre',
  resolveId: (id) => (unused.has(id) ? emptyModule : null),
  load: (id) => (id === emptyModule ? 'export default {}' : null),
})

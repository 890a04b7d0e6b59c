/**
 * The variables by which programs inside find the proxy on a loopback port. What is on the loopback address itself, a
 * model's port above all, is not asked for through it.
 */
export function proxyVariables(port: number): Readonly<Record<string, string>> {
  const proxy = `http://127.0.0.1:${port}`
  const direct = '127.0.0.1,localhost,::1'
  return {
    HTTP_PROXY: proxy,
    HTTPS_PROXY: proxy,
    NO_PROXY: direct,
    // Some programs look at one spelling only; curl at this one of the first.
    http_proxy: proxy,
    https_proxy: proxy,
    no_proxy: direct,
    // Node's own fetch looks at none without it (from Node 24).
    NODE_USE_ENV_PROXY: '1',
  }
}

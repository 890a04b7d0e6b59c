import type { Api, HttpError } from './types'

const messagesKinds: Readonly<Record<number, readonly [kind: string, message: string]>> = {
  400: ['invalid_request_error', 'messages: something is wrong with them'],
  401: ['authentication_error', 'invalid x-api-key'],
  403: ['permission_error', 'Your account does not have access.'],
  404: ['not_found_error', 'model: no-such-model'],
  429: ['rate_limit_error', 'This request would exceed your rate limit.'],
  500: ['api_error', 'Internal server error'],
  502: ['api_error', 'Bad gateway'],
  503: ['api_error', 'Service unavailable'],
  529: ['overloaded_error', 'Overloaded'],
}

const responsesKinds: Readonly<
  Record<number, readonly [kind: string, code: string | null, message: string]>
> = {
  400: ['invalid_request_error', null, 'Something is wrong with the input.'],
  401: ['invalid_request_error', 'invalid_api_key', 'Incorrect API key provided.'],
  403: ['invalid_request_error', 'forbidden', 'Your account does not have access.'],
  404: ['invalid_request_error', 'model_not_found', 'The model `no-such-model` does not exist.'],
  429: ['rate_limit_exceeded', 'rate_limit_exceeded', 'Rate limit reached.'],
  500: ['server_error', null, 'The server had an error while processing your request.'],
  502: ['server_error', null, 'Bad gateway'],
  503: ['server_error', null, 'Service unavailable'],
  529: ['server_error', null, 'Overloaded'],
}

/** The body of an error in the form of the vendor whose API was asked. */
export function errorBody(
  error: HttpError,
  api: Api | null,
  requestId: string,
): Readonly<Record<string, unknown>> {
  if (api === 'responses') {
    const [kind, code, message] = responsesKinds[error.status] ?? ['server_error', null, 'Error']
    return {
      error: {
        message: error.message ?? message,
        type: error.kind ?? kind,
        param: null,
        code: error.code ?? code,
      },
    }
  }
  const [kind, message] = messagesKinds[error.status] ?? ['api_error', 'Error']
  return {
    type: 'error',
    error: { type: error.kind ?? kind, message: error.message ?? message },
    request_id: requestId,
  }
}

export const errorHeaders = ({ retryAfter, headers }: HttpError): Readonly<Record<string, string>> => ({
  ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
  ...headers,
})

import type { Endpoint, RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import { Code, Header } from '@atrium/contract/kernel/envelope.ts'
import type { TestApp, TestResponse } from './harness.ts'

/**
 * Sends a request and confirms the impact it shows. Returns the first response, the last one and the impact, undefined
 * if none was shown.
 */
export const callAndConfirm = async <E extends Endpoint>(
  app: Pick<TestApp, 'call'>,
  endpoint: E,
  request: RequestOf<E>,
  token?: string,
) => {
  const first: TestResponse<E> = await app.call(endpoint, request, token)
  if (first.code !== Code.moreInput) return { first, done: first, impact: undefined }
  const { impact, confirmToken } = first.data as unknown as { impact: unknown; confirmToken: string }
  const done: TestResponse<E> = await app.call(endpoint, request, token, { [Header.confirm]: confirmToken })
  return { first, done, impact }
}

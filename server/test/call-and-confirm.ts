import type { Endpoint, RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import { Code, Header } from '@atrium/contract/kernel/envelope.ts'
import type { TestApp, TestResponse } from './harness.ts'
import { dataAs } from './loosely-typed.ts'

/**
 * Sends a request and confirms the impact it shows.
 * @returns the first response, the last one and the impact, undefined if none was shown
 */
export const callAndConfirm = async <E extends Endpoint>(
  app: Pick<TestApp, 'call'>,
  endpoint: E,
  request: RequestOf<E>,
  token?: string,
) => {
  const first: TestResponse<E> = await app.call(endpoint, request, token)
  if (first.code !== Code.moreInput) return { first, done: first, impact: undefined }
  const { impact, confirmToken } = dataAs<{ impact: unknown; confirmToken: string }>(first)
  const done: TestResponse<E> = await app.call(endpoint, request, token, { [Header.confirm]: confirmToken })
  return { first, done, impact }
}

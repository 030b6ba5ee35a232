import type { Endpoint, RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import { Code, Header } from '@atrium/contract/kernel/envelope.ts'
import type { Answered, TestApp } from './harness.ts'

/**
 * One call by somebody who says yes to whatever it shows first. Out: the last answer, the first one, and the impact that
 * was shown; undefined when nothing was.
 */
export const confirmed = async <E extends Endpoint>(
  app: Pick<TestApp, 'call'>,
  endpoint: E,
  request: RequestOf<E>,
  token?: string,
) => {
  const asked: Answered<E> = await app.call(endpoint, request, token)
  if (asked.code !== Code.moreInput) return { asked, done: asked, impact: undefined }
  const { impact, confirmToken } = asked.data as unknown as { impact: unknown; confirmToken: string }
  const done: Answered<E> = await app.call(endpoint, request, token, { [Header.confirm]: confirmToken })
  return { asked, done, impact }
}

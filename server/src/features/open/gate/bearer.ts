import { SignatureHeader } from '@atrium/contract/features/open/open-apis/gate-steps.ts'
import { gateErrors } from '@atrium/contract/features/open/open-apps/gate.errors.ts'
import { fillSource } from '@atrium/contract/kernel/texts.ts'
import type { FastifyRequest } from 'fastify'
import type { ClientToken, FindClientToken } from '../oidc/index.ts'
import type { CallScheme } from './call-proof.ts'
import { GateRefusal } from './gate-refusal.ts'

const signatures = [...Object.values(SignatureHeader), 'signature', 'signature-input']

/**
 * Whether a call comes by a bearer token (RFC 6750), in the header alone: addresses get into logs. With a signature, that
 * one counts.
 */
export const isBearerCall = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  /^bearer(\s|$)/i.test(headers.authorization ?? '') && !signatures.some((name) => name in headers)

/** Node keeps the first of several, and another server may read the last. */
const isSentOnce = ({ raw }: FastifyRequest) =>
  raw.rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'authorization').length === 1
const readToken = (request: FastifyRequest) =>
  isSentOnce(request) ? /^bearer ([^\s,]+)$/i.exec(request.headers.authorization ?? '')?.[1] : undefined

/** The scheme of calls with a token that their application got by its secret: as good as that secret. */
export const bearerScheme = (request: FastifyRequest, findToken: FindClientToken): CallScheme => {
  let found: ClientToken | undefined
  return {
    async findAppKey() {
      const token = readToken(request)
      found = token === undefined ? undefined : await findToken(token)
      return found?.appKey
    },
    read: () => ({
      nonce: undefined,
      toCanonical: () => '',
      assertClock: () => undefined,
      pickSecret(secrets) {
        const secret = secrets.find(({ id }) => id === found?.secretId)
        if (!secret) throw new GateRefusal('secret', gateErrors.secret, fillSource('获取访问令牌所用的密钥已失效'))
        return secret.id
      },
    }),
  }
}

/** What an answer to a refused call says of tokens (RFC 6750, section 3). */
export const toChallenge = (request: FastifyRequest, error: GateRefusal): string | undefined => {
  const realm = 'Bearer realm="open"'
  if (error.status === 401) return isBearerCall(request) ? `${realm}, error="invalid_token"` : realm
  return error.status === 403 && isBearerCall(request) ? `${realm}, error="insufficient_scope"` : undefined
}

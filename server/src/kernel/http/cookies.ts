import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CookieName, cookieNames, type Origin, type SetCookie } from '../scope.ts'

/**
 * Reads and sets cookies. Over TLS they carry the `__Host-` prefix: no other host or path can set or read them. Without
 * TLS, on an intranet, browsers reject that prefix and the plain name is used.
 */
export type Cookies = {
  read(request: FastifyRequest): Origin['cookies']
  setter(reply: FastifyReply): SetCookie
}

const maxValueLength = 200
/** Name of the cookie of a request to sign in to an application. It is bound to a path, which `__Host-` forbids. */
export const interactionCookie = (secure: boolean) => `${secure ? '__Secure-' : ''}atrium-interaction`

/** @param secure whether the console is served over TLS */
export const createCookies = (secure: boolean): Cookies => {
  const toName = (name: CookieName) => (secure ? `__Host-atrium-${name}` : `atrium-${name}`)
  const options: CookieSerializeOptions = { httpOnly: true, sameSite: 'strict', path: '/', secure }
  return {
    read(request) {
      const found: Origin['cookies'] = {}
      const take = (name: keyof typeof found, value: string | undefined) => {
        if (value && value.length <= maxValueLength) found[name] = value
      }
      for (const name of cookieNames) take(name, request.cookies[toName(name)])
      take('interaction', request.cookies[interactionCookie(secure)])
      return found
    },
    setter: (reply) => (name, value, seconds) =>
      void (seconds > 0
        ? reply.setCookie(toName(name), value, { ...options, maxAge: seconds })
        : reply.clearCookie(toName(name), options)),
  }
}

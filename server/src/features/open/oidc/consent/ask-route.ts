import type { RawCall, RawRoute } from '../../../../kernel/http/raw-routes.ts'

/**
 * The cookie that ties a sign-in to its browser is bound to this path, so that two tabs do not take each other's. The
 * calls below it get the cookie, and the page of the console that makes them is somewhere else.
 */
const path = '/api/sys/oidc/interactions'
const page = '/console/authorize'

/** Where the browser is sent to ask a person what they allow. */
export const askUrl = (siteOrigin: string, uid: string) => `${siteOrigin}${path}/${uid}`

/** Leads to the page that asks. */
export const askRoute: RawRoute = {
  methods: ['GET'],
  url: `${path}/:uid`,
  publicBecause: 'leads to the page of the console that asks; says nothing itself',
  async handle({ request, reply }: RawCall) {
    const { uid } = request.params as { uid: string }
    reply.header('cache-control', 'no-store').redirect(`${page}?uid=${encodeURIComponent(uid)}`, 303)
  },
}

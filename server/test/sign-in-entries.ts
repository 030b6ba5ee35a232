import { portalSignInContract as portal } from '@atrium/contract/features/identity/portal-sign-in/portal-sign-in.contract.ts'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'

const { captcha, verify, accessToken, send } = signInContract
const { refresh, logout } = sessionContract

/** The calls by which people sign in, at the addresses of the console and of the portal: both must answer alike. */
export const signInEntries = [
  { entry: 'console', captcha, verify, accessToken, send, refresh, logout, event: 'signIn.verified' },
  {
    entry: 'portal',
    captcha: portal.captcha,
    verify: portal.login,
    accessToken: portal.accessToken,
    send: portal.sendCaptcha,
    refresh: portal.refreshToken,
    logout: portal.logout,
    event: 'portalSignIn.verified',
  },
]

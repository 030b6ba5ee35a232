import { declareCalls } from '../shared/entry/declare-calls.ts'
import { basename } from './paths.ts'

declareCalls({
  start: `${basename}/`,
  reauthenticate: async (asked) =>
    (await import('../features/identity/sign-in/reauthentication-dialog.tsx')).askReauthentication(asked),
})

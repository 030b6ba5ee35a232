import type { Database } from '../../../kernel/db/database.ts'
import type { Limits } from '../../../kernel/limits.ts'
import type { Secrets } from '../../../kernel/secrets.ts'
import type { Codes, Messages } from '../../communication/messages/index.ts'
import type { NotifyFormerContacts } from '../../people/users/index.ts'
import type { Passwords } from '../password-policies/index.ts'
import type { SessionService } from '../session/index.ts'
import { createContacts } from './contacts.service.ts'
import { ownPasskeys } from './own-passkeys.service.ts'
import { createPasskeys, type Site } from './passkeys.service.ts'
import { createPasswordChange } from './password-change.service.ts'
import { createPasswordCheck } from './password-check.ts'
import { createReauthentication } from './reauthentication.service.ts'
import { createRecoveryCodesReplacement } from './recovery-codes.service.ts'
import { createSecondSteps } from './second-steps.service.ts'
import { createSecurityState } from './security-state.ts'
import { createSwitches } from './switches.service.ts'
import { createTotpSetUp } from './totp-set-up.service.ts'
import { trustedDevices } from './trusted-devices.service.ts'

type Ports = {
  database: Database
  secrets: Secrets
  limits: Limits
  codes: Codes
  messages: Messages
  notifyFormerContacts: NotifyFormerContacts
  passwords: Passwords
  sessions: SessionService
  site: Site
}
export type Security = ReturnType<typeof createSecurity>

/** Wires the parts of the feature. */
export const createSecurity = (ports: Ports) => {
  const checkPassword = createPasswordCheck(ports)
  const passkeys = createPasskeys(ports)
  const steps = createSecondSteps({ ...ports, passkeys })
  const contacts = createContacts({ ...ports, checkPassword })
  const totp = createTotpSetUp({ ...ports, steps, checkPassword })
  const reauthentication = createReauthentication({ ...ports, steps, checkPassword })
  return {
    listSteps: steps.listSteps,
    verifySecondStep: steps.verify,
    sendSecondCode: steps.sendCode,
    offerTotp: totp.offer,
    confirmTotp: totp.confirmDuringSignIn,
    requireReauthentication: reauthentication.require,
    reauthentication,
    passkeyOptions: passkeys.signInOptions,
    passkeyOwner: passkeys.findOwner,
    trustDevice: trustedDevices.trust,
    isTrusted: trustedDevices.isTrusted,
    state: createSecurityState(ports),
    bindSend: contacts.send,
    bindConfirm: contacts.confirm,
    changePassword: createPasswordChange({ ...ports, checkPassword }),
    switchItem: createSwitches({ steps, passkeys, totp, checkPassword }),
    recoveryCodes: createRecoveryCodesReplacement({ steps, checkPassword }),
    passkeys: ownPasskeys,
    trustedDevices,
  }
}

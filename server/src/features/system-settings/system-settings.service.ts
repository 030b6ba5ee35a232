import { registerModes } from '@atrium/contract/features/registrations/registrations.contract.ts'
import { captchaModes } from '@atrium/contract/features/sign-in/sign-in.contract.ts'
import type { Settings } from '../base-parameters/index.ts'
import type { Passwords } from '../password-policies/index.ts'

type Ports = {
  settings: Settings
  passwords: Passwords
  platformCompany: string
  /** What is running; a browser that holds an older one offers to reload. */
  version: string
}
export type SystemSettings = ReturnType<typeof createSystemSettings>

/** What a browser must know before anybody has signed in. */
export const createSystemSettings = ({ settings, passwords, platformCompany, version }: Ports) => ({
  async subject() {
    const values = await settings.read()
    return {
      title: values['system.title'],
      copyright: values['system.copyright'],
      icp: values['system.icp'],
      captcha: captchaModes.find((mode) => mode === values.captcha) ?? 'always',
      methods: [
        'password' as const,
        ...(values['login.sms'] ? ['sms' as const] : []),
        ...(values['login.passkey'] ? ['passkey' as const] : []),
      ],
      register: registerModes.find((mode) => mode === values['register.mode']) ?? 'closed',
      passwordPolicy: await passwords.policyOf(platformCompany),
    }
  },
  async tags() {
    const { encrypt, address } = await settings.read()
    return { encrypt: Number(encrypt), address, version }
  },
})

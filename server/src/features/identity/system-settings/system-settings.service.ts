import { registerModes } from '@atrium/contract/features/identity/registrations/register-modes.ts'
import { captchaModes } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { systemSettingsContract } from '@atrium/contract/features/identity/system-settings/system-settings.contract.ts'
import type { Database } from '../../../kernel/db/database.ts'
import type { RequestScope } from '../../../kernel/scope.ts'
import type { Settings } from '../../system/base-parameters/index.ts'
import { createLogos, findBrandingByHost } from '../../tenancy/branding/index.ts'
import type { Files } from '../../tenancy/files/index.ts'
import type { Passwords } from '../password-policies/index.ts'

type Ports = {
  database: Database
  /** Origin of the platform's own console. */
  siteOrigin: string
  settings: Settings
  passwords: Passwords
  files: Files
  platformCompany: string
  /** The running version; browsers with an older one offer to reload. */
  version: string
}
export type SystemSettings = ReturnType<typeof createSystemSettings>

const isSite = (siteOrigin: string, host: string) => new URL(siteOrigin).hostname === host

/** What a browser needs before sign-in. */
export const createSystemSettings = ({
  database,
  siteOrigin,
  settings,
  passwords,
  files,
  platformCompany,
  version,
}: Ports) => ({
  /**
   * Under the platform's own host no tenant is looked up.
   * @param host the requested host
   */
  async subject(host: string) {
    const values = await settings.read()
    const tenant = isSite(siteOrigin, host)
      ? undefined
      : await database.transact({ reach: 'platform' }, (db) => findBrandingByHost(db, host))
    return {
      title: tenant?.title || values['system.title'],
      logo: tenant?.logo ? `${systemSettingsContract.logo.path}?v=${tenant.logo}` : '',
      bg: tenant?.background ?? '',
      theme: tenant?.theme ?? null,
      language: tenant?.language ?? '',
      copyright: values['system.copyright'],
      icp: values['system.icp'],
      captcha: captchaModes.find((mode) => mode === values.captcha) ?? 'always',
      methods: [
        'password' as const,
        ...(values['login.sms'] ? ['sms' as const] : []),
        // A passkey works only at the site it was made for (WebAuthn §5.1.3).
        ...(values['login.passkey'] && !tenant ? ['passkey' as const] : []),
      ],
      register: registerModes.find((mode) => mode === values['register.mode']) ?? 'closed',
      agreement: values['register.agreement'],
      passwordPolicy: await passwords.getPolicy(platformCompany),
    }
  },
  logo: ({ db, origin }: Pick<RequestScope<null>, 'db' | 'origin'>) => createLogos(files).byHost(db, origin.host),
  async tags() {
    const { encrypt, address } = await settings.read()
    return { encrypt: Number(encrypt), address, version }
  },
})

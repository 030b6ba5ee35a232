import { captchaModes } from '@atrium/contract/features/sign-in/sign-in.contract.ts'
import { systemSettingsContract } from '@atrium/contract/features/system-settings/system-settings.contract.ts'
import { implement } from '../../kernel/http/implement.ts'
import type { Settings } from '../base-parameters/index.ts'

/** In: the settings, and the version of what is running (a browser that holds an older one offers to reload). */
export const systemSettingsRoutes = (settings: Settings, version: string) =>
  implement(systemSettingsContract, {
    async subject() {
      const values = await settings.read()
      return {
        title: values['system.title'],
        copyright: values['system.copyright'],
        icp: values['system.icp'],
        captcha: captchaModes.find((mode) => mode === values.captcha) ?? 'always',
        methods: ['password' as const],
        passwordPolicy: { min: 8, max: values['password.maxLen'], classes: ['upper', 'lower', 'digit', 'special'] },
      }
    },
    async tags() {
      const { encrypt, address } = await settings.read()
      return { encrypt: Number(encrypt), address, version }
    },
  })

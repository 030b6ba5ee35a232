import type { ModuleSettings, SettingValues } from '@atrium/contract/kernel/module-declarations.ts'
import type { Settings } from './features/system/base-parameters/index.ts'
import type { Db } from './kernel/db/database.ts'

/** The parameters of a module. */
export type ModuleSettingsPort = {
  /**
   * Reads what operators have set, or the defaults. A change takes effect within a second.
   *
   * @param of - the declared parameters
   * @param db - within a transaction, its connection
   */
  read<S extends ModuleSettings>(of: S, db?: Db): Promise<SettingValues<S>>
}

/** The settings of the product, for modules. */
export const settingsOf = (settings: Pick<Settings, 'read'>): ModuleSettingsPort => ({
  async read<S extends ModuleSettings>(of: S, db?: Db) {
    const values: Readonly<Record<string, unknown>> = await settings.read(db)
    return Object.fromEntries(Object.keys(of).map((code) => [code, values[code]])) as SettingValues<S>
  },
})

import {
  type BaseParameterRow,
  baseParametersContract,
} from '@atrium/contract/features/base-parameters/base-parameters.contract.ts'
import { systemSettingsContract } from '@atrium/contract/features/system-settings/system-settings.contract.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'

const { list, history } = baseParametersContract

/** What must be read again after a parameter has changed. The product reads the built-in ones: its title is one of them. */
export const affectedBy = ({ builtin }: Pick<BaseParameterRow, 'builtin'>): readonly Endpoint[] =>
  builtin ? [list, history, systemSettingsContract.subject] : [list, history]

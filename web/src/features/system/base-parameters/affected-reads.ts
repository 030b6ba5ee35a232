import { systemSettingsContract } from '@atrium/contract/features/identity/system-settings/system-settings.contract.ts'
import {
  type BaseParameterRow,
  baseParametersContract,
} from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'

const { list, history } = baseParametersContract

/** Reads to invalidate after a change. The product's own title is a built-in parameter. */
export const affectedBy = ({ builtin }: Pick<BaseParameterRow, 'builtin'>): readonly Endpoint[] =>
  builtin ? [list, history, systemSettingsContract.subject] : [list, history]

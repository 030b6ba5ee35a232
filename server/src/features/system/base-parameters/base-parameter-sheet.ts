import {
  type BaseParameterRow,
  baseParametersContract,
} from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { baseParameterSheet } from '@atrium/contract/features/system/base-parameters/base-parameters.sheet.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { defineSource } from '../../../kernel/sheets/sheet-source.ts'
import { fitParameter, importedParameters } from './imported-parameters.ts'

const { choices: kinds } = baseParameterSheet.fields.kind
const valueCell = (value: unknown) => {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Takes rows with masked secrets. */
export const baseParameterSource = defineSource<BaseParameterRow, (typeof baseParameterSheet)['fields']>({
  sheet: baseParameterSheet,
  exports: baseParametersContract.exportParameters,
  writes: {
    create: baseParametersContract.create,
    update: baseParametersContract.update,
    remove: baseParametersContract.remove,
    rows: importedParameters,
    fit: fitParameter,
  },
  cells: {
    code: ({ code }) => code,
    name: ({ name, builtin }) => (builtin ? t(name) : name),
    kind: ({ kind }) => kinds[kind],
    options: ({ options }) => listText(options),
    value: ({ value }) => valueCell(value),
    tags: ({ tags }) => JSON.stringify(tags),
    desc: ({ desc, builtin }) => (builtin ? t(desc) : desc),
    builtin: ({ builtin }) => builtin,
    createTime: ({ createTime }, clock) => clock(createTime),
  },
})

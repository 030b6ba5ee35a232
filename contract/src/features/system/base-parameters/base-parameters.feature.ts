import type { Feature } from '../../../kernel/feature.ts'
import { baseParametersContract } from './base-parameters.contract.ts'
import { baseParameterErrors } from './base-parameters.errors.ts'

export const baseParametersFeature = {
  sort: 310,
  contracts: { baseParameters: baseParametersContract },
  errors: { baseParameter: baseParameterErrors },
  menus: [
    {
      code: 'sys.bases',
      parent: 'settings',
      sort: 10,
      name: '基础参数',
      icon: 'sliders-horizontal',
      path: 'sys/bases',
      component: 'sys/bases',
      needs: 'sysBases:list',
    },
  ],
} as const satisfies Feature

export const baseParametersWords = {
  sysBases: '基础参数',
  'baseParameter.created': '新增基础参数',
  'baseParameter.updated': '修改基础参数',
  'baseParameter.valuesUpdated': '批量修改基础参数',
  'baseParameter.removed': '删除基础参数',
  'baseParameters.exported': '导出基础参数',
  'baseParameter.reverted': '恢复基础参数',
  'baseParameter.secretReplaced': '更新密钥',
} as const

import type { Feature } from '../../../kernel/feature.ts'
import { apisContract } from './apis.contract.ts'
import { elementsContract } from './elements.contract.ts'
import { modulesContract } from './modules.contract.ts'
import { registryErrors } from './registry.errors.ts'

export const registryFeature = {
  sort: 110,
  contracts: { modules: modulesContract, elements: elementsContract, apis: apisContract },
  errors: { registry: registryErrors },
  menus: [
    {
      code: 'sys.modules',
      parent: 'access',
      sort: 60,
      name: '模块与元素',
      icon: 'boxes',
      path: 'sys/access/modules',
      component: 'sys/modules',
      needs: 'sysElems:list',
    },
    {
      code: 'sys.apis',
      parent: 'access',
      sort: 70,
      name: '接口管理',
      icon: 'plug',
      path: 'sys/access/apis',
      component: 'sys/apis',
      needs: 'sysApis:list',
    },
  ],
} as const satisfies Feature

export const registryWords = {
  sysModules: '模块',
  sysElems: '元素',
  sysApis: '接口',
  'module.created': '新增模块',
  'module.updated': '修改模块',
  'module.removed': '删除模块',
  'element.created': '新增元素',
  'element.updated': '修改元素',
  'element.removed': '删除元素',
  'element.apiBound': '元素绑定接口',
  'element.apiRemoved': '元素解绑接口',
  'element.apisRemoved': '元素批量解绑接口',
  'api.created': '新增接口',
  'api.updated': '修改接口',
  'api.removed': '删除接口',
  'api.called': '查询数据',
  'api.modeChanged': '切换接口执行方式',
  'apis.synced': '确认接口同步',
} as const

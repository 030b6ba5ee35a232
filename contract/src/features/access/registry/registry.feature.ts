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
      name: '模块与权限点',
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
  sysElems: '权限点',
  sysApis: '接口',
  'module.created': '新增模块',
  'module.updated': '修改模块',
  'module.removed': '删除模块',
  'element.created': '新增权限点',
  'element.updated': '修改权限点',
  'element.removed': '删除权限点',
  'element.apiBound': '权限点绑定接口',
  'element.apiRemoved': '权限点解绑接口',
  'element.apisRemoved': '权限点批量解绑接口',
  'api.created': '新增接口',
  'api.updated': '修改接口',
  'api.removed': '删除接口',
  'api.called': '查询数据',
  'api.modeChanged': '切换接口执行方式',
  'apis.synced': '确认接口同步',
} as const

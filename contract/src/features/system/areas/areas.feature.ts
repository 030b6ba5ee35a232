import type { Feature } from '../../../kernel/feature.ts'
import { areasContract } from './areas.contract.ts'
import { areasErrors } from './areas.errors.ts'

export const areasFeature = {
  sort: 317,
  contracts: { areas: areasContract },
  errors: { areas: areasErrors },
  menus: [
    {
      code: 'sys.areas',
      parent: 'settings',
      sort: 30,
      name: '行政区划',
      icon: 'map',
      path: 'sys/areas',
      component: 'sys/areas',
      needs: 'sysAreas:list',
    },
  ],
} as const satisfies Feature

export const areasWords = {
  sysAreas: '行政区划',
  'areas.updated': '更新行政区划',
  'areas.exported': '导出行政区划',
} as const

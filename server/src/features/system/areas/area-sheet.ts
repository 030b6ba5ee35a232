import { areasContract } from '@atrium/contract/features/system/areas/areas.contract.ts'
import { areaLevelNames, areaSheet } from '@atrium/contract/features/system/areas/areas.sheet.ts'
import { defineSource } from '../../../kernel/sheets/sheet-source.ts'

export type ExportedArea = {
  code: string
  name: string
  fullName: string
  level: number
  parent: string
  pinyin: string
  until: string | null
  successor: string | null
}

export const areaSource = defineSource<ExportedArea, (typeof areaSheet)['fields']>({
  sheet: areaSheet,
  exports: areasContract.exportAreas,
  cells: {
    code: ({ code }) => code,
    name: ({ name }) => name,
    fullName: ({ fullName }) => fullName,
    level: ({ level }) => areaLevelNames[level as keyof typeof areaLevelNames],
    parent: ({ parent }) => parent,
    pinyin: ({ pinyin }) => pinyin,
    until: ({ until }) => until ?? '',
    successor: ({ successor }) => successor ?? '',
  },
})

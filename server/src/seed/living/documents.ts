import { documentAccessContract } from '@atrium/contract/features/content/documents/document-access.contract.ts'
import { documentLinksContract } from '@atrium/contract/features/content/documents/document-links.contract.ts'
import { documentPartsPath, documentsContract } from '@atrium/contract/features/content/documents/documents.contract.ts'
import type { Insider } from './insiders.repository.ts'
import type { ProductCalls } from './product-calls.ts'
import { makeArchive, makePdf, makePicture, makeWordDocument, makeWorkbook } from './sample-files.ts'

const dayMs = 86_400_000
const text = (lines: readonly string[]) => Buffer.from(lines.join('\n'))
const budget = (months: readonly number[]) =>
  makeWorkbook(
    ['科目', ...months.map((month) => `${month} 月`)],
    ['差旅费', '办公费', '培训费', '市场费', '设备费'].map((subject, at) => [
      subject,
      ...months.map((month) => 1200 * (at + 2) + 35 * month * (at + 1)),
    ]),
  )

/** Files by folder, each with who may open it: all, unless it is named. */
const folders = [
  {
    title: '规章制度',
    files: async () => [
      {
        name: '员工手册.docx',
        bytes: await makeWordDocument(['员工手册', '第一章 总则', '第二章 考勤与休假', '第三章 信息安全']),
      },
      { name: '差旅标准.pdf', bytes: makePdf('Travel standard 2026') },
      {
        name: '考勤制度.docx',
        bytes: await makeWordDocument(['考勤制度', '每月补卡不超过三次', '调休须在三个月内使用']),
      },
    ],
  },
  {
    title: '财务',
    files: async () => [
      { name: '部门预算.xlsx', bytes: await budget([1, 2, 3, 4, 5, 6]) },
      { name: '报销流程.md', bytes: text(['# 报销流程', '', '1. 填写报销单', '2. 部门经理审批', '3. 财务复核']) },
      { name: '开票资料（旧）.txt', bytes: text(['已停用，请见“开票资料”']) },
      { name: '开票资料.txt', bytes: text(['开户行、账号与税号以财务部通知为准']) },
    ],
  },
  {
    title: '产品资料',
    files: async () => [
      { name: '厂区平面图.png', bytes: await makePicture() },
      { name: '产品介绍.pdf', bytes: makePdf('Product overview') },
      { name: '规格表.csv', bytes: text(['Model,Power,Weight', 'A1,1.2 kW,18 kg', 'A2,2.4 kW,24 kg']) },
      { name: '安装包.zip', bytes: await makeArchive('readme.txt', '安装说明') },
    ],
  },
  {
    title: '会议纪要',
    files: async () => [
      { name: '周例会.md', bytes: text(['# 周例会', '', '- 盘点改在周六', '- 新考勤制度下月执行']) },
      { name: '季度经营分析.docx', bytes: await makeWordDocument(['季度经营分析', '收入、成本与现金流']) },
    ],
  },
] as const

/**
 * Fills folders with files of several types: one with three versions, one with a link that ends soon, one that everybody
 * reads.
 */
export const writeDocuments = async (calls: ProductCalls, { id: author, token }: Insider): Promise<void> => {
  const addFile = async (folderId: string, file: { name: string; bytes: Uint8Array }) => {
    const fileId = await calls.upload(documentPartsPath, file, token)
    const body = { fileId, folderId, path: [], note: '' }
    return (await calls.call(documentsContract.create, { body }, token)).id
  }
  const ids = new Map<string, string>()
  for (const { title, files } of folders) {
    const { id } = await calls.call(documentsContract.createFolder, { body: { title, parentId: null } }, token)
    ids.set(title, id)
    for (const file of await files()) ids.set(file.name, await addFile(id, file))
  }
  const { id: years } = await calls.call(
    documentsContract.createFolder,
    { body: { title: '历年制度', parentId: ids.get('规章制度') ?? null } },
    token,
  )
  await addFile(years, { name: '员工手册（2024）.pdf', bytes: makePdf('Handbook 2024') })

  await calls.call(documentsContract.remove, { params: { id: ids.get('开票资料（旧）.txt') ?? '' } }, token)

  const params = { id: ids.get('部门预算.xlsx') ?? '' }
  for (const [months, note] of [
    [[1, 2, 3, 4, 5, 6, 7, 8, 9], '补充第三季度'],
    [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], '补充第四季度，调整市场费'],
  ] as const) {
    const fileId = await calls.upload(documentPartsPath, { name: '部门预算.xlsx', bytes: await budget(months) }, token)
    await calls.call(documentsContract.addVersion, { params, body: { fileId, note } }, token)
  }
  const expireTime = new Date(Date.now() + 20 * dayMs).toISOString()
  await calls.call(
    documentLinksContract.createLink,
    { params: { id: ids.get('产品介绍.pdf') ?? '' }, body: { expireTime, mostUses: 50 } },
    token,
  )
  for (const title of ['规章制度', '会议纪要']) {
    const grants = [
      { kind: 'user' as const, subjectId: author, level: 'manage' as const },
      { kind: 'everyone' as const, subjectId: '', level: 'download' as const },
    ]
    const rules = { params: { id: ids.get(title) ?? '' }, body: { inherits: true, grants, version: 1 } }
    await calls.call(documentAccessContract.changeAccess, rules, token)
  }
}

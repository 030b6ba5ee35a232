import * as z from 'zod/mini'
import { defineBulk, noInput } from '../../../kernel/bulk.ts'
import { documentTrashContract } from './document-trash.contract.ts'
import { documentsContract, filesFilter } from './documents.contract.ts'

const { list, move, remove } = documentsContract
export const bulkMoving = z.object({ folderId: z.uuid('请选择文件夹') })

export const documentsBulk = defineBulk({
  entity: 'doc',
  noun: '文件',
  list,
  filter: filesFilter,
  operations: {
    move: { title: '移动文件', endpoint: move, undo: { endpoint: move }, input: bulkMoving },
    remove: { title: '删除文件', endpoint: remove, undo: { endpoint: documentTrashContract.restore }, input: noInput },
  },
})

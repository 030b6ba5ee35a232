import { areasContract } from '@atrium/contract/features/system/areas/areas.contract.ts'
import { ListPage } from '../../../kernel/listing/list-page.tsx'

const contract = { list: areasContract.ended }

/** Areas that have ended, with those they lead to. */
export const EndedAreas = () => (
  <ListPage
    contract={contract}
    texts={{ noun: '已撤销的区划', purpose: '撤销或更名的行政区划，原有代码指向现行区划。', searchHint: '代码、名称' }}
    columns={[
      { field: 'code', title: '代码', width: 120 },
      { field: 'name', title: '名称' },
      { field: 'until', title: '失效日期', width: 120 },
      { field: 'successor', title: '现行代码', width: 120 },
      { field: 'successorName', title: '现行名称' },
      { field: 'document', title: '依据' },
    ]}
  />
)

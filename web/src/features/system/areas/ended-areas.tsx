import { areasContract } from '@atrium/contract/features/system/areas/areas.contract.ts'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import { t } from '../../../ui/texts.ts'

const contract = { list: areasContract.ended }

/** Areas that have ended, with those they lead to. */
export const EndedAreas = () => (
  <ListPage
    contract={contract}
    texts={{
      noun: t('已撤销的区划'),
      purpose: t('撤销或更名的行政区划，原有代码指向现行区划。'),
      searchHint: t('代码、名称'),
    }}
    columns={[
      { field: 'code', title: t('代码'), width: 120 },
      { field: 'name', title: t('名称') },
      { field: 'until', title: t('失效日期'), width: 120 },
      { field: 'successor', title: t('现行代码'), width: 120 },
      { field: 'successorName', title: t('现行名称') },
      { field: 'document', title: t('依据') },
    ]}
  />
)

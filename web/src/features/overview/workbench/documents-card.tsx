import type { Workbench } from '@atrium/contract/features/overview/workbench/workbench.contract.ts'
import { maxSearchLength } from '@atrium/contract/kernel/fields.ts'
import { askedParams } from '../../../kernel/listing/use-action-from-url.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { t } from '../../../ui/texts.ts'
import { cardTitles } from '../../communication/preferences/public/card-titles.ts'
import { Card, CardLink } from './card.tsx'
import { CardRow, CardRows } from './public/card-rows.tsx'
import { usePageLink } from './public/page-link.ts'

type Documents = NonNullable<Workbench['documents']>
const page = 'sys/docs'

const Row = ({ document: { id, title, folderTitle, opened, who, time } }: { document: Documents[number] }) => {
  const link = usePageLink()
  const to = link(page, {
    search: title.slice(0, maxSearchLength).trim(),
    [askedParams.action]: 'get',
    [askedParams.row]: id,
  })
  return (
    <CardRow
      title={title}
      to={to}
      note={
        <>
          {folderTitle !== '' && `${folderTitle} · `}
          {!opened && `${who} `}
          <RelativeTime at={time} />
          {opened ? t(' 打开') : t(' 修改')}
        </>
      }
    />
  )
}

/** Files that the user has opened, or that were changed, lately. */
export const DocumentsCard = ({ documents }: { documents: Documents }) => {
  const link = usePageLink()
  return (
    <Card title={cardTitles.documents} end={<CardLink to={link(page)}>{t('全部文档')}</CardLink>}>
      <CardRows empty={t('暂无最近文档')}>
        {documents.map((document) => (
          <Row key={document.id} document={document} />
        ))}
      </CardRows>
    </Card>
  )
}

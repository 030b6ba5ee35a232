import {
  documentAccessContract,
  type GrantRow,
} from '@atrium/contract/features/content/documents/document-access.contract.ts'
import { levelNames } from '@atrium/contract/features/content/documents/document-fields.ts'
import { Globe, type LucideIcon, Network, Shield, User } from 'lucide-react'
import { Can } from '../../../kernel/access/can.tsx'
import { useRead } from '../../../kernel/api/use-read.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { t } from '../../../ui/texts.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { AccessDrawer } from './access-form.tsx'
import { kindNames } from './document-words.ts'
import './documents.css'

const { access, changeAccess } = documentAccessContract
const icons: Readonly<Record<GrantRow['kind'], LucideIcon>> = {
  everyone: Globe,
  role: Shield,
  organization: Network,
  user: User,
}

const Grant = ({ grant: { kind, name, level, from } }: { grant: GrantRow }) => {
  const Icon = icons[kind]
  const origin = from && t('继承自“{title}”', { title: from.title })
  return (
    <li>
      <span className="document-subject-icon">
        <Icon aria-hidden size={16} />
      </span>
      <span className="document-subject">
        <span>{name}</span>
        <span className="document-quiet">{origin ? `${kindNames[kind]} · ${origin}` : kindNames[kind]}</span>
      </span>
      <span className={from ? 'document-quiet' : undefined}>{t(levelNames[level])}</span>
    </li>
  )
}

/** Who has access to a file, their own rights before the inherited ones. */
export const AccessList = ({ documentId }: { documentId: string }) => {
  const read = useRead(access, { params: { id: documentId } })
  const [overlay, open] = useOverlay()
  return (
    <section className="document-tab" aria-label={t('权限')}>
      <div className="document-tab-head">
        <p className="document-quiet">{t('以下人员可访问该文件；继承的权限在文件夹中调整。')}</p>
        <Can endpoint={changeAccess}>
          <Button onClick={() => open((onClosed) => <AccessDrawer row={{ id: documentId }} onClosed={onClosed} />)}>
            {t('调整权限')}
          </Button>
        </Can>
      </div>
      <ReadState read={read}>
        {({ grants }) =>
          grants.length === 0 ? (
            <Empty title={t('暂无授权')} hint={t('仅可管理全部文档的人可访问。')} />
          ) : (
            <ul className="document-grants document-grants-read" aria-label={t('可访问的人')}>
              {[...grants]
                .sort((one, other) => Number(one.from !== null) - Number(other.from !== null))
                .map((grant) => (
                  <Grant key={`${grant.from?.id} ${grant.kind} ${grant.subjectId}`} grant={grant} />
                ))}
            </ul>
          )
        }
      </ReadState>
      {overlay}
    </section>
  )
}

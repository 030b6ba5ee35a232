import type { Enterprise } from '@atrium/contract/features/identity/enterprises/enterprise-fields.ts'
import { enterprisesContract } from '@atrium/contract/features/identity/enterprises/enterprises.contract.ts'
import type { ReactNode } from 'react'
import { useCan } from '../../../kernel/access/use-can.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { Facts } from '../../../kernel/listing/facts.tsx'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Button } from '../../../ui/button.tsx'
import { t } from '../../../ui/texts.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { Licence } from './licence.tsx'
import { LicenceButton } from './licence-button.tsx'
import { OwnEnterpriseForm } from './own-enterprise-form.tsx'
import { enterpriseLabels } from './own-enterprise-words.ts'
import { OwnRecognition } from './own-recognition.tsx'
import './own-enterprise.css'

const { ent, updateEnt, licence } = enterprisesContract
const fields = Object.entries(enterpriseLabels) as [keyof typeof enterpriseLabels, string][]

const Data = ({ enterprise }: { enterprise: Enterprise }) => {
  const [overlay, open] = useOverlay()
  const canEdit = useCan(updateEnt)
  const isChangeable = canEdit && enterprise.state !== 'review'
  return (
    <section className="own-enterprise-card" aria-labelledby="own-enterprise-data">
      <header>
        <h2 id="own-enterprise-data">{t('公司资料')}</h2>
      </header>
      <Facts
        facts={{
          ...Object.fromEntries(
            fields.map(([field, label]) => [
              label,
              enterprise[field] || <span className="own-enterprise-quiet">{t('未填写')}</span>,
            ]),
          ),
          营业执照: canEdit && (
            <Licence
              endpoint={licence}
              request={{}}
              mark={enterprise.licence ? String(enterprise.version) : ''}
              name={enterprise.name}
            />
          ),
        }}
      />
      {isChangeable && (
        <div className="own-enterprise-actions">
          <LicenceButton enterprise={enterprise} />
          <Button onClick={() => open((onClosed) => <OwnEnterpriseForm enterprise={enterprise} onClosed={onClosed} />)}>
            {t('修改资料')}
          </Button>
        </div>
      )}
      {overlay}
    </section>
  )
}

type OwnEnterpriseProps = {
  /** Shown beside the data, or below `none`. */
  beside: ReactNode
  /** Shown to those who act for no registered company. */
  none: ReactNode
}

/** The company that the user acts for: its recognition and its data. */
export const OwnEnterprise = ({ beside, none }: OwnEnterpriseProps) => {
  const read = useRead(ent, {}, { staleTime: 0 })
  return (
    <ReadState read={read}>
      {(enterprise) =>
        enterprise ? (
          <div className="own-enterprise">
            <div>
              <OwnRecognition enterprise={enterprise} />
              {beside}
            </div>
            <Data enterprise={enterprise} />
          </div>
        ) : (
          <div className="own-enterprise-none">
            {none}
            {beside}
          </div>
        )
      }
    </ReadState>
  )
}

import { t } from '../../ui/texts.ts'
import '../../shared/entry/message-page.css'

/** Shown in a tab that visits another company: the portal is for the user's own. */
export const DuringVisit = ({ company }: { company: string }) => (
  <main className="message-page">
    <h1>{t('正在访问“{company}”', { company })}</h1>
    <p>{t('门户仅供本人使用，请先结束访问，或在新标签页中打开')}</p>
    <a className="plain-button plain-button-primary" href="/console/">
      {t('返回控制台')}
    </a>
  </main>
)

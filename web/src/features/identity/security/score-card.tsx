import { Button } from '../../../ui/button.tsx'
import { ScoreRing } from '../../../ui/score-ring.tsx'
import { t } from '../../../ui/texts.ts'
import { adviceFor, type DrawerTarget } from './advice.ts'
import type { SecurityState } from './security-state.ts'

const levels = [
  { from: 80, tone: 'good', words: t('账号保护良好') },
  { from: 50, tone: 'fair', words: t('账号保护一般') },
  { from: 0, tone: 'poor', words: t('账号保护较弱') },
] as const

/** How well the account is protected, and suggestions. */
export const ScoreCard = ({ state, onOpen }: { state: SecurityState; onOpen: (what: DrawerTarget) => void }) => {
  const { tone, words } = levels.find(({ from }) => state.score >= from) ?? levels[2]
  const advice = adviceFor(state)
  return (
    <section className="security-card security-score" aria-labelledby="security-score">
      <ScoreRing score={state.score} label={t('安全评分')} tone={tone} />
      <div>
        <h2 id="security-score">{words}</h2>
        <p className="security-quiet">
          {advice.length > 0 ? t('完成以下设置，可提高账号安全。') : t('常用的保护均已开启，请定期查看登录设备。')}
        </p>
        {advice.length > 0 && (
          <ul className="security-advice" aria-label={t('建议')}>
            {advice.map(({ text, opens }) => (
              <li key={opens}>
                <Button onClick={() => onOpen(opens)}>{text}</Button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

import { rich } from './rich.ts'
import { t } from './texts.ts'
import './score-ring.css'

const radius = 42
const around = 2 * Math.PI * radius

/** A score from 0 to 100 as a ring. `label`: what is scored. */
export const ScoreRing = ({ score, label, tone }: { score: number; label: string; tone: 'good' | 'fair' | 'poor' }) => (
  <div
    className={`score-ring score-ring-${tone}`}
    role="img"
    aria-label={t('{label}：{score} 分，满分 100 分', { label, score })}
  >
    <svg viewBox="0 0 100 100" aria-hidden="true">
      <circle className="score-ring-track" cx="50" cy="50" r={radius} />
      <circle
        className="score-ring-value"
        cx="50"
        cy="50"
        r={radius}
        strokeDasharray={around}
        strokeDashoffset={around * (1 - score / 100)}
      />
    </svg>
    <span className="score-ring-words" aria-hidden="true">
      {rich('{score}分', { score: <strong>{score}</strong> })}
    </span>
  </div>
)

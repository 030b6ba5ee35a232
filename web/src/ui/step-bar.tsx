import { Steps } from 'antd'
import './step-bar.css'

/** Progress through a sequence of steps. */
export const StepBar = ({ titles, at }: { titles: readonly string[]; at: number }) => (
  <Steps
    className="step-bar"
    size="small"
    current={at}
    responsive={false}
    titlePlacement="vertical"
    items={titles.map((title) => ({ title }))}
  />
)

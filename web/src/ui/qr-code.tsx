import './qr-code.css'
import { encode } from 'uqr'

/** A QR code. `text`: its content; `label`: its accessible name. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg className="qr-code" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <path className="qr-code-ground" d={`M0 0h${size}v${size}H0z`} />
      <path className="qr-code-squares" d={squares.join('')} />
    </svg>
  )
}

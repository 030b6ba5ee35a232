import mark from './brand-mark.svg'

/** The product's sign. It stands beside the name, so it says nothing itself. */
export const BrandMark = ({ size = 28 }: { size?: number }) => <img src={mark} width={size} height={size} alt="" />

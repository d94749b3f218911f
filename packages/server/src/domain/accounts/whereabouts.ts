import ipaddr from 'ipaddr.js'

/**
 * The network of an address, as much of it as tells a person where a login is without keeping where they were:
 * 203.0.113.0/24, 2001:db8:1::/48. Empty where there is no address.
 */
export function whereaboutsOf(address: string | undefined): string {
	if (address === undefined || !ipaddr.isValid(address)) return ''
	const parsed = ipaddr.process(address)
	if (parsed.range() === 'loopback') return 'localhost'
	const [bytes, bits] = parsed.kind() === 'ipv4' ? [3, 24] : [6, 48]
	const kept = parsed.toByteArray().map((byte, index) => (index < bytes ? byte : 0))
	return `${ipaddr.fromByteArray(kept).toString()}/${bits}`
}

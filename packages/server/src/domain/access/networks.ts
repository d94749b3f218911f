import ipaddr from 'ipaddr.js'

/**
 * What stands for an address where one counts, or compares, who is behind it: a household has one IPv4 address, and a
 * whole /64 of IPv6.
 */
export function networkOf(address: string): string {
	if (!address.includes(':') || !ipaddr.isValid(address)) return address
	const parsed = ipaddr.process(address)
	if (parsed.kind() === 'ipv4') return parsed.toString()
	return `${(parsed as ipaddr.IPv6).parts
		.slice(0, 4)
		.map((part) => part.toString(16))
		.join(':')}::/64`
}

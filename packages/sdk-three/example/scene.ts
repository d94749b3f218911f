/** A harbor: a lamp for everybody who is in the lobby and connected, brighter while they are the last who said something. */
import { type Client, ClientStatus, type Snowflake } from '@guildhall/socialsdk'
import { LobbyCrowd, Social } from '@guildhall/socialsdk-three'
import {
	AmbientLight,
	Color,
	DirectionalLight,
	Mesh,
	MeshStandardMaterial,
	PerspectiveCamera,
	Scene,
	SphereGeometry,
	WebGLRenderer,
} from 'three'

export type Lamp = Mesh<SphereGeometry, MeshStandardMaterial>

export interface Harbor {
	social: Social
	renderer: WebGLRenderer
	/** There once the player is in the lobby. */
	crowd?: LobbyCrowd<Lamp>
	say(words: string): Promise<Snowflake>
}

/** The client has its token already, and `dispatch: 'manual'`. */
export function play(client: Client, parent: HTMLElement): Harbor {
	const social = new Social(client)
	const renderer = new WebGLRenderer({ antialias: true, preserveDrawingBuffer: true })
	renderer.setSize(640, 320)
	parent.append(renderer.domElement)
	const scene = new Scene()
	scene.background = new Color('#12343b')
	const sun = new DirectionalLight('white', 2)
	sun.position.set(2, 4, 5)
	scene.add(new AmbientLight('white', 0.6), sun)
	const camera = new PerspectiveCamera(50, 2, 0.1, 100)
	camera.position.set(0, 1, 7)

	const harbor: Harbor = {
		social,
		renderer,
		say: (words) => client.SendLobbyMessage(harbor.crowd?.lobbyId ?? 0n, words),
	}
	const shape = new SphereGeometry(0.6, 32, 16)
	const enter = (lobbyId: Snowflake) => {
		harbor.crowd = new LobbyCrowd<Lamp>(social, lobbyId, {
			create: () => new Mesh(shape, new MeshStandardMaterial({ color: '#ffc857' })),
			update: (lamp, member) => {
				lamp.name = member.User()?.DisplayName() ?? ''
			},
			remove: (lamp) => lamp.material.dispose(),
		})
		scene.add(harbor.crowd)
	}
	social.addEventListener('statusChanged', ({ args: [status] }) => {
		if (status === ClientStatus.Ready) void client.CreateOrJoinLobby('the-harbor').then(enter)
	})
	social.addEventListener('messageCreated', ({ args: [id] }) => {
		const authorId = client.GetMessageHandle(id)?.AuthorId()
		for (const lamp of harbor.crowd?.children ?? []) {
			;(lamp as Lamp).material.emissive.set(lamp === harbor.crowd?.objectOf(authorId ?? 0n) ? '#8a5a00' : 'black')
		}
	})
	renderer.setAnimationLoop(() => {
		social.update()
		for (const [index, lamp] of (harbor.crowd?.children ?? []).entries()) lamp.position.x = index * 1.6 - 2.4
		renderer.render(scene, camera)
	})
	client.Connect()
	return harbor
}

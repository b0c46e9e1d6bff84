import unittest


def price(net):
    return net + 2


class PriceTest(unittest.TestCase):
    def test_free(self):
        self.assertEqual(price(-2), 0)

    @unittest.expectedFailure
    def test_later(self):
        self.assertEqual(price(1), 2)

    def test_tea(self):
        self.assertEqual(price(4), 5)


if __name__ == '__main__':
    unittest.main()

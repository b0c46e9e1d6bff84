class Basket:
    def __init__(self, owner):
        self.owner = owner
        self.items = []
        self.prices = {}

    def add(self, name, price):
        self.items.append(name)
        self.prices[name] = price

    def total(self, voucher):
        total = 0
        for name in self.items:
            total += self.price_of(name)
        return total

    def price_of(self, name):
        price = self.prices[name]
        if price > 9:
            price = price - 1
        return price

    def is_paid(self):
        return self.owner is not None


def main():
    basket = Basket('Ann')
    basket.add('tea', 4)
    basket.add("pot's lid", 12)
    print(basket.total(None), basket.is_paid())


main()
